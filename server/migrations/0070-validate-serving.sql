-- expand: checks of 0068, validated without blocking writers.
alter table appointments validate constraint appointments_delay_reply_known;
alter table appointments validate constraint appointments_serving_ordered;
