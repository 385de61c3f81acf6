-- expand: who reads the phones of all customers is the owner's choice. Without it a barber reads those of their own customers.
alter table barbershops
  add column receptionists_read_phones boolean not null default true,
  add column barbers_read_phones boolean not null default false;
