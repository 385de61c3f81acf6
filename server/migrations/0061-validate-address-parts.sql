-- expand: the constraints of 0059 hold for earlier rows, too. Reads and writes go on while the rows are checked.
alter table barbershops validate constraint barbershops_street_number_length;
alter table barbershops validate constraint barbershops_complement_length;
