-- expand: a link beside the code of a password reset, and tries of a reset code per client.
-- Anyone may request a reset for any address, and guess: neither the requests nor the guesses of other clients may lock the owner out.
alter table codes
  -- SHA-256 of the token in the link. Only a password reset has one.
  add column token_hash bytea,
  -- SHA-256 of the client that requested a password reset, together with the address.
  add column requested_by bytea,
  -- Tries of a password reset by client; `tries` is their sum.
  add column client_tries jsonb not null default '{}',
  drop constraint codes_tries_limit,
  add constraint codes_tries_range check (tries between 0 and 1000);
create unique index codes_by_token on codes (token_hash) where token_hash is not null;
