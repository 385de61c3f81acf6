-- The look of each minute asks for the reminders of the hours ahead only, and what is past is swept away.
create index reminders_by_start on reminders (starts_at);
