-- expand: a portfolio per barber, images of their work.

-- Incremented by each edit. The owner and the barber may edit at the same time, and one that started from an older version is refused.
alter table barbers
  add column portfolio_version integer not null default 1;

create table portfolio_images (
  barber_id uuid not null,
  url text not null,
  -- The barber's user: the image is part of their personal data.
  barber_user_id uuid not null,
  -- The service that the image shows.
  service_id uuid,
  position smallint not null,
  created_at timestamptz not null,
  constraint portfolio_images_key primary key (barber_id, url),
  constraint portfolio_images_barber foreign key (barber_id) references barbers on delete cascade,
  constraint portfolio_images_user foreign key (barber_user_id) references users,
  constraint portfolio_images_service foreign key (service_id) references services on delete set null
);
create index portfolio_images_by_position on portfolio_images (barber_id, position);
create index portfolio_images_by_user on portfolio_images (barber_user_id);
create index portfolio_images_by_service on portfolio_images (service_id) where service_id is not null;
-- The sweep of uploads queries whether an image is still shown.
create index portfolio_images_by_url on portfolio_images (url);

-- The sweep of the previous version does not know portfolios: after a return to it, no image that one shows is deleted.
create function retain_portfolio_upload() returns trigger
  language plpgsql
  as $$ begin
    if exists (select from portfolio_images where url = old.url) then return null; end if;
    return old;
  end $$;
create trigger uploads_retained_for_portfolios before delete on uploads
  for each row execute function retain_portfolio_upload();
