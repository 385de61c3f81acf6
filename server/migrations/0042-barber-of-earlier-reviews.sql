-- expand: the barber of the reviews that are older than the trigger of 0039.
update reviews set barber_id = appointments.barber_id from appointments
 where appointments.id = reviews.appointment_id and reviews.barber_id is null;
