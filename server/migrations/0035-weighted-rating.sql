-- expand: the rating by which lists are ordered, which weighs how many reviews there are (decision 0085).
-- As if each barbershop had ten more reviews of 4.6, the mean of all: a single 5 does not come before a hundred reviews of 4.9.
create function weighted_rating(rating_sum integer, review_count integer) returns double precision
  language sql immutable parallel safe
  return case when review_count > 0 then (rating_sum + 46)::double precision / (review_count + 10) end;
