// MUI: a combobox whose answers come late, one that has them at hand, a select, a slider, a switch and tabs.
import { Autocomplete, MenuItem, Slider, Switch, Tab, Tabs, TextField } from "@mui/material";
import { useState } from "react";
import { render } from "./render.jsx";

const CITIES = ["Berlin", "Bern", "Lisbon", "London", "Paris"];
let held;

function LateCity({ value, onChange }) {
  const [options, setOptions] = useState([]);
  const ask = text => setTimeout(() => setOptions(CITIES.filter(city => city.toLowerCase().includes(text.toLowerCase()))), 500);
  return <Autocomplete options={options} value={value} filterOptions={all => all} onChange={(_, city) => onChange(city)}
    onInputChange={(_, text, reason) => reason === "input" && ask(text)}
    renderInput={params => <TextField {...params} label="Late city" />} />;
}

function Order() {
  const [order, setOrder] = useState({ city: null, late: null, shipping: "standard", level: 30, dark: false, tab: 0 });
  held = order;
  const set = field => value => setOrder(now => ({ ...now, [field]: value }));
  return <form>
    <Autocomplete options={CITIES} value={order.city} onChange={(_, city) => set("city")(city)}
      renderInput={params => <TextField {...params} label="City" />} />
    <LateCity value={order.late} onChange={set("late")} />
    <TextField select label="Shipping" value={order.shipping} onChange={e => set("shipping")(e.target.value)}>
      <MenuItem value="standard">Standard</MenuItem><MenuItem value="express">Express</MenuItem></TextField>
    <div style={{ padding: 30, width: 300 }}>
      <Slider aria-label="Level" value={order.level} step={5} onChange={(_, level) => set("level")(level)} /></div>
    <Switch checked={order.dark} onChange={e => set("dark")(e.target.checked)} slotProps={{ input: { "aria-label": "Dark" } }} />
    <Tabs value={order.tab} onChange={(_, tab) => set("tab")(tab)} aria-label="Parts">
      <Tab label="Items" /><Tab label="History" /></Tabs>
    <button>Send</button>
  </form>;
}

export const mount = place => render(place, <Order />, () => held);
