-- The shop answers a review once.
alter table reviews
  add column reply text,
  add column replied_at timestamptz,
  add constraint reviews_reply_length check (char_length(reply) between 1 and 1000),
  add constraint reviews_reply_dated check ((reply is null) = (replied_at is null));
create index reviews_by_customer on reviews (customer_id);
