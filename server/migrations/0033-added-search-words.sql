-- expand: in which transaction a word of the vocabulary was added.
-- Processes have the vocabulary in memory and add what their last snapshot did not see, as with barbershop_changes. Words are never
-- removed. Rows from before have the id of this transaction.
alter table search_words add column added_by xid8 not null default pg_current_xact_id();
create index search_words_by_transaction on search_words (added_by);
