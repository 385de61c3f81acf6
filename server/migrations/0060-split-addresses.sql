-- expand: number and complement of earlier addresses, where they are certain (decision 0100).
-- The number is certain when the street ends with it, or when the line begins with street and number. The line is composed anew when
-- the parts explain every word of it. Any other line stays as its owner wrote it.
with parts as (
  select id, address, neighborhood, city, state,
    coalesce(inner_parts[1], street) as street,
    coalesce(inner_parts[2], after_street[1], '') as number,
    -- What follows the street, and the number where the line has one.
    case when inner_parts is not null then substr(address, char_length(street) + 1)
         when after_street is not null then after_street[2]
         else substr(address, char_length(street) + 1) end as rest,
    starts_with(address, street) and street <> '' as begins_with_street
  from barbershops
  cross join lateral (select regexp_match(street, '^([^,]*[^,\s])\s*,\s*(\d{1,6}-?[A-Za-z]?)$') as inner_parts) as of_street
  cross join lateral (
    select case when inner_parts is null and street <> '' and starts_with(address, street)
      then regexp_match(substr(address, char_length(street) + 1), '^\s*,\s*(\d{1,6}-?[A-Za-z]?)(|[\s,].*)$') end as after_street
  ) as of_line
  where street_number = ''
), explained as (
  select parts.*, coalesce(trim(found[1]), '') as complement, coalesce(found[2], rest) as tail
  from parts
  cross join lateral (
    select regexp_match(rest,
      '^\s*,\s*((?:sala|loja|bloco|conjunto|conj\.|apto\.?|box|quadra|lote) (?:[a-z]|[a-z]?-?\d{1,5}[a-z]?)|\d{1,2}º andar|sobreloja|térreo|fundos|subsolo)(| - .*|,.*)$',
      'i') as found
  ) as keywords
), composed as (
  select id, street, number,
    begins_with_street and city <> '' and rtrim(tail) in (
      '', ' - ' || neighborhood, ', ' || neighborhood,
      ' - ' || neighborhood || ', ' || city, ' - ' || neighborhood || ', ' || city || ' - ' || state,
      ', ' || neighborhood || ', ' || city || ' - ' || state, ' - ' || neighborhood || ' - ' || city || ' - ' || state,
      ', ' || city, ', ' || city || ' - ' || state, ' - ' || city || ' - ' || state
    ) as is_certain,
    complement,
    street || coalesce(', ' || nullif(number, ''), '') || coalesce(', ' || nullif(complement, ''), '')
      || coalesce(' - ' || nullif(neighborhood, ''), '') || ', ' || city || ' - ' || state as line
  from explained
)
update barbershops
   set street = composed.street, street_number = composed.number,
       complement = case when is_certain then composed.complement else '' end,
       address = case when is_certain then composed.line else address end
  from composed
 where composed.id = barbershops.id
   and (composed.number <> barbershops.street_number or is_certain and composed.line <> barbershops.address);
