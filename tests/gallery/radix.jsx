// Radix: a select, a slider, tabs, a menu, a dialog, check box, switch and radio group, as their documentation has them.
import { Checkbox, Dialog, DropdownMenu, RadioGroup, Select, Slider, Switch, Tabs } from "radix-ui";
import { useState } from "react";
import { render } from "./render.jsx";

const BOX = { width: 24, height: 24, border: "1px solid" };
let held;

const Choice = ({ value, children }) => <Select.Item value={value}><Select.ItemText>{children}</Select.ItemText></Select.Item>;

function Shipping({ value, onChange }) {
  return <Select.Root value={value} onValueChange={onChange}>
    <Select.Trigger aria-label="Shipping"><Select.Value /></Select.Trigger>
    <Select.Portal><Select.Content position="popper" style={{ background: "white", border: "1px solid" }}><Select.Viewport>
      <Choice value="standard">Standard</Choice><Choice value="express">Express</Choice>
    </Select.Viewport></Select.Content></Select.Portal></Select.Root>;
}

function More({ onChoose }) {
  const [copies, setCopies] = useState(false);
  return <DropdownMenu.Root>
    <DropdownMenu.Trigger aria-label="More">…</DropdownMenu.Trigger>
    <DropdownMenu.Portal><DropdownMenu.Content style={{ background: "white", border: "1px solid" }}>
      <DropdownMenu.Item onSelect={() => onChoose("archive")}>Archive</DropdownMenu.Item>
      <DropdownMenu.Item onSelect={() => onChoose("print")}>Print</DropdownMenu.Item>
      <DropdownMenu.CheckboxItem checked={copies} onCheckedChange={setCopies}>Copies</DropdownMenu.CheckboxItem>
    </DropdownMenu.Content></DropdownMenu.Portal></DropdownMenu.Root>;
}

function Order() {
  const [order, setOrder] = useState({ shipping: "standard", level: [30], tab: "items", chosen: "", gift: false, dark: false, size: "m" });
  held = order;
  const set = field => value => setOrder(now => ({ ...now, [field]: value }));
  return <form>
    <Shipping value={order.shipping} onChange={set("shipping")} />
    <Slider.Root value={order.level} onValueChange={set("level")} step={5}
      style={{ position: "relative", display: "flex", width: 200, height: 40, alignItems: "center" }}>
      <Slider.Track style={{ height: 4, flexGrow: 1, background: "grey" }}><Slider.Range /></Slider.Track>
      <Slider.Thumb aria-label="Level" style={{ ...BOX, display: "block", background: "black" }} /></Slider.Root>
    <Tabs.Root value={order.tab} onValueChange={set("tab")}><Tabs.List aria-label="Parts">
      <Tabs.Trigger value="items">Items</Tabs.Trigger><Tabs.Trigger value="history">History</Tabs.Trigger>
    </Tabs.List><Tabs.Content value="history">Nothing yet</Tabs.Content></Tabs.Root>
    <More onChoose={set("chosen")} />
    <Checkbox.Root aria-label="Gift" checked={order.gift} onCheckedChange={set("gift")} style={BOX} />
    <Switch.Root aria-label="Dark" checked={order.dark} onCheckedChange={set("dark")} style={BOX} />
    <RadioGroup.Root aria-label="Size" value={order.size} onValueChange={set("size")}>
      <RadioGroup.Item value="s" aria-label="Small" style={BOX} /><RadioGroup.Item value="m" aria-label="Medium" style={BOX} />
    </RadioGroup.Root>
    <Dialog.Root><Dialog.Trigger>Details</Dialog.Trigger><Dialog.Portal>
      <Dialog.Overlay style={{ position: "fixed", inset: 0, background: "#0006" }} />
      <Dialog.Content aria-describedby={undefined} style={{ position: "fixed", inset: "20%", background: "white" }}>
        <Dialog.Title>Details</Dialog.Title><input aria-label="Reference" /><Dialog.Close>Done</Dialog.Close>
      </Dialog.Content></Dialog.Portal></Dialog.Root>
    <button>Send</button>
  </form>;
}

export const mount = place => render(place, <Order />, () => held);
