-- expand: a visit that was served without network while the customer cancelled it is corrected to completed.
alter table appointment_corrections
  drop constraint appointment_corrections_from_known,
  add constraint appointment_corrections_from_known check (from_status in ('COMPLETED', 'NO_SHOW', 'CANCELLED')) not valid;
