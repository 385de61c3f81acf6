-- expand: reviews by barber, for the rating of each and for the histogram.
-- Writes wait while the index is built, reads go on.
create index reviews_by_barber on reviews (barbershop_id, barber_id, rating);
