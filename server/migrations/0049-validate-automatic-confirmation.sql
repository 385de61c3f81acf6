-- expand: the constraint of 0048, in a file of its own: reads and writes go on.
alter table barbershops validate constraint barbershops_auto_confirmation_known;
