-- expand: the barbershops in which staff tap at the moment, for the delays of the next customers.
create index appointments_ended_lately on appointments (serving_until) where serving_until is not null and not is_end_settled;
