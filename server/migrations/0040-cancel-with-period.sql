-- expand: a cancelled subscription runs until the end of its paid period, and may be followed by the free plan (decision 0090)
alter table subscriptions
  add column cancel_requested_at timestamptz,
  add column continues_free boolean not null default false;
