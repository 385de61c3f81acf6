-- expand: for the deletion of a barber or an account, which looks for the moves that reference it
create index appointment_moves_by_barber on appointment_moves (from_barber_id);
create index appointment_moves_by_user on appointment_moves (moved_by);
