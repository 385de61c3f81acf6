-- expand: the dates for which other times are to be offered.
create index series_dates_offer_due on series_dates (series_id) where is_offer_due;
