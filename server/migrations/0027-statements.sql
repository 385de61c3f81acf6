-- start: the barbershop's own Pix key, the statements of its bank, and what arrived by Pix.

create table pix_settings (
  barbershop_id uuid not null,
  -- As in contract/src/pix.ts. Null with the key: no Pix code is shown.
  key_type text,
  -- In the canonical form of the Banco Central.
  pix_key text,
  -- As the bank of who pays shows them: ASCII.
  merchant_name text,
  merchant_city text,
  version integer not null,
  updated_at timestamptz not null,
  constraint pix_settings_key primary key (barbershop_id),
  constraint pix_settings_barbershop foreign key (barbershop_id) references barbershops on delete cascade,
  constraint pix_settings_key_type_known check (key_type in ('cpf', 'cnpj', 'email', 'phone', 'evp')),
  constraint pix_settings_key_length check (char_length(pix_key) between 1 and 77),
  constraint pix_settings_merchant_name_length check (char_length(merchant_name) between 1 and 25),
  constraint pix_settings_merchant_city_length check (char_length(merchant_city) between 1 and 15),
  constraint pix_settings_whole check (num_nulls(key_type, pix_key, merchant_name, merchant_city) in (0, 4))
);
