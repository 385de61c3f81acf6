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
