import { type ComponentProps, createContext, useContext, useMemo } from 'react';

interface Order {
  values: unknown[];
  onReorder(values: unknown[]): void;
}

const OrderContext = createContext<Order>({ values: [], onReorder: () => {} });

function Group({
  values,
  onReorder,
  ref,
  className,
  role,
  'aria-label': label,
  children,
}: Order & ComponentProps<'ul'>) {
  const order = useMemo(() => ({ values, onReorder }), [values, onReorder]);
  return (
    <OrderContext value={order}>
      <ul ref={ref} className={className} role={role} aria-label={label}>
        {children}
      </ul>
    </OrderContext>
  );
}

let dragged: unknown;

function Item({
  value,
  ref,
  className,
  role,
  'aria-selected': isSelected,
  children,
}: Omit<ComponentProps<'li'>, 'value'> & { value: unknown }) {
  const { values, onReorder } = useContext(OrderContext);
  return (
    <li
      ref={ref}
      className={className}
      role={role}
      aria-selected={isSelected}
      style={{ touchAction: 'pan-y', userSelect: 'none' }}
      onPointerDown={({ target, pointerId }) => {
        dragged = value;
        // Otherwise the item where a touch begins gets all events of it.
        (target as Element).releasePointerCapture(pointerId);
      }}
      onPointerEnter={({ buttons }) => {
        if (buttons !== 1 || dragged === value || !values.includes(dragged)) return;
        const others = values.filter((each) => each !== dragged);
        onReorder(others.toSpliced(values.indexOf(value), 0, dragged));
      }}
    >
      {children}
    </li>
  );
}

/** A list whose items can be dragged: what the tabs of GraphiQL use of framer-motion, which has 130 kB. */
export const Reorder = { Group, Item };
