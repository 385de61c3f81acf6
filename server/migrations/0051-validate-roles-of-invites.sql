-- expand: the constraint of 0050 holds for earlier rows, too. Reads and writes go on while the rows are checked.
alter table invites validate constraint invites_role_known;
