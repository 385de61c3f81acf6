-- expand: each insert of an appointment writes two indexes less. What they served is read from others, also by the previous version:
-- appointments_figures_by_barbershop begins with the same columns and includes the status; a customer has few appointments, so that
-- those of today are found among all of appointments_by_customer.
drop index appointments_completed_by_barbershop;
drop index appointments_by_customer_creation;
