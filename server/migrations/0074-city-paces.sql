-- expand: how long services really take in a city, in relation to what barbershops plan. Of at least five barbershops: nobody's own figures.
create table city_paces (
  state text not null,
  -- As search_form() writes it, so that spellings of one city count together.
  city text not null,
  -- The first words of a service's name, empty for all services of the city.
  kind text not null,
  barbershops integer not null,
  services integer not null,
  -- Of the natural logarithm of the real minutes per planned minute.
  median_log double precision not null,
  spread double precision not null,
  computed_at timestamptz not null,
  constraint city_paces_key primary key (state, city, kind),
  constraint city_paces_of_many check (barbershops >= 5 and services >= 30)
);
create index city_paces_by_age on city_paces (computed_at);
