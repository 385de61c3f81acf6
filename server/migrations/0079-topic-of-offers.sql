-- expand: last-minute slots are a topic of their own among the preferences.
alter table notification_preferences
  drop constraint notification_preferences_topic_known,
  add constraint notification_preferences_topic_known
    check (topic in ('appointments', 'reminders', 'reviews', 'business', 'waitlist', 'offers', 'rhythm')) not valid;
