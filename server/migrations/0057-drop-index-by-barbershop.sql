-- expand: appointments_figures_by_barbershop begins with the same columns; the previous version reads it likewise.
drop index appointments_by_barbershop;
