-- start: what a barbershop sells besides services.

create table products (
  id uuid not null,
  barbershop_id uuid not null,
  name text not null,
  price_cents integer not null,
  -- What one costs the barbershop.
  cost_cents integer not null default 0,
  -- Below it the product is on the list to buy; null: it is not counted.
  minimum integer,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint products_key primary key (id),
  constraint products_of_barbershop unique (id, barbershop_id),
  constraint products_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint products_name_length check (char_length(name) between 1 and 100),
  constraint products_price_positive check (price_cents >= 0),
  constraint products_cost_positive check (cost_cents >= 0),
  constraint products_minimum_positive check (minimum >= 0)
);
create index products_by_barbershop on products (barbershop_id);

-- What entered and left. Never changed: a wrong one is reversed by another, or corrected by a count.
create table product_movements (
  -- Made by the device; the source of the transaction in the book. Those of a visit are made here.
  id uuid not null,
  barbershop_id uuid not null,
  product_id uuid not null,
  kind text not null,
  -- What entered is positive. A count has the difference to what was expected, which may be none.
  quantity integer not null,
  -- What it changed the value of the stock by.
  value_cents bigint not null,
  -- Of a sale: the line that sold it, or gave it back when the visit was reversed.
  visit_id uuid,
  line smallint,
  note text,
  reverses uuid,
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  -- A user. Not a foreign key: the book outlives accounts.
  actor_id uuid,
  constraint product_movements_key primary key (id),
  constraint product_movements_product foreign key (product_id, barbershop_id) references products (id, barbershop_id),
  constraint product_movements_reverses foreign key (reverses) references product_movements,
  constraint product_movements_reversed_once unique (reverses),
  constraint product_movements_kind_known check (kind in ('purchase', 'sale', 'use', 'loss', 'count')),
  constraint product_movements_quantity_given check (quantity <> 0 or kind = 'count'),
  constraint product_movements_of_visit check ((kind = 'sale') = (visit_id is not null and line is not null)),
  constraint product_movements_note_length check (char_length(note) between 1 and 120)
);
create index product_movements_by_product on product_movements (product_id, occurred_at) include (quantity, value_cents);
create index product_movements_by_visit on product_movements (visit_id) where visit_id is not null;
create trigger product_movements_append_only before update or delete or truncate on product_movements
  for each statement execute function refuse_ledger_change();
