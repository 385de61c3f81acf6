-- expand: number and complement of a barbershop's address are columns of their own (decision 0100).
alter table barbershops
  add column street_number text not null default '',
  add column complement text not null default '',
  add constraint barbershops_street_number_length check (char_length(street_number) <= 20) not valid,
  add constraint barbershops_complement_length check (char_length(complement) <= 80) not valid;

-- The previous version writes the number into the street, without knowing of the column. Without this the old number would follow it.
create function split_street_number() returns trigger
  language plpgsql
  as $$
  declare parts text[] := regexp_match(new.street, '^([^,]*[^,\s])\s*,\s*(\d{1,6}-?[A-Za-z]?)$');
  begin
    if parts is not null then
      new.street := parts[1];
      new.street_number := parts[2];
    end if;
    return new;
  end $$;

create trigger barbershops_street_number before update of street on barbershops for each row
  when (new.street is distinct from old.street and old.street_number <> '' and new.street_number = old.street_number)
  execute function split_street_number();
