// dnd-kit's sortable list: it listens to the pointer only, and moves things by transforms until they are let go.
import { closestCenter, DndContext, PointerSensor, useSensor, useSensors } from "@dnd-kit/core";
import { arrayMove, SortableContext, useSortable } from "@dnd-kit/sortable";
import { useState } from "react";
import { render } from "./render.jsx";

function Item({ id }) {
  const { attributes, listeners, setNodeRef, transform, transition } = useSortable({ id });
  const style = { padding: 10, width: 300, transition, transform: transform && `translate3d(0, ${transform.y}px, 0)` };
  return <div ref={setNodeRef} className="item" style={style} {...attributes} {...listeners}>{id}</div>;
}

function List({ isFixed }) {
  const [items, setItems] = useState(["One", "Two", "Three", "Four"]);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 5 } }));
  const end = ({ active, over }) => {
    if (over && !isFixed) setItems(all => arrayMove(all, all.indexOf(active.id), all.indexOf(over.id)));
  };
  return <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={end}>
    <SortableContext items={items}>{items.map(id => <Item key={id} id={id} />)}</SortableContext></DndContext>;
}

export const mount = (place, isFixed = false) => render(place, <List isFixed={isFixed} />);
