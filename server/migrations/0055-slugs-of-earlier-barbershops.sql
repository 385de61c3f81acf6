-- expand: slugs and badges of the barbershops that are older than 0054.
-- A name that others have, or that is a word of the product, is followed by the city, and by a part of the id where that is not enough.
with named as (
  select id, created_at, trim(both '-' from left(replace(trim(regexp_replace(search_form(name), '[^a-z0-9]+', ' ', 'g')), ' ', '-'), 32)) as name,
         trim(both '-' from replace(trim(regexp_replace(search_form(city), '[^a-z0-9]+', ' ', 'g')), ' ', '-')) as city
    from barbershops
), usable as (
  select id, created_at, case when length(name) >= 3 and name ~ '[a-z]' then name else 'barbearia' end as name, city from named
), numbered as (
  select id, created_at, name, city, row_number() over (partition by name order by created_at, id) as position from usable
), placed as (
  select id, created_at,
         case when position = 1 and name not in (
           'barbearia', 'barbearias', 'barbershop', 'barbershops', 'admin', 'agenda', 'agendamento', 'agendar', 'api', 'app', 'ajuda', 'blog',
           'barber', 'barbeiro', 'barbeiros', 'busca', 'cadastro', 'checkout', 'cliente', 'clientes', 'conta', 'contact', 'contato', 'customer',
           'entrar', 'faq', 'favoritos', 'home', 'inicio', 'login', 'loja', 'mapa', 'notifications', 'painel', 'payment', 'perfil', 'planos',
           'premium', 'privacidade', 'profile', 'sobre', 'suporte', 'termos', 'na-regua', 'naregua'
         ) then name else trim(both '-' from left(name || '-' || city, 40)) end as slug,
         trim(both '-' from left(name, 31)) || '-' || left(id::text, 8) as fallback
    from numbered
), chosen as (
  select id, slug, fallback, row_number() over (partition by slug order by created_at, id) as position from placed
)
insert into barbershop_slugs (slug, barbershop_id, created_at)
  select case when position = 1 then slug else fallback end, id, now() from chosen
  on conflict do nothing;
select refresh_badges(now(), 2147483647);
