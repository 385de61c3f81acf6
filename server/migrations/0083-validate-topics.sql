-- expand: checks the rows of preferences against the topics, without a lock that blocks readers.
alter table notification_preferences validate constraint notification_preferences_topic_known;
