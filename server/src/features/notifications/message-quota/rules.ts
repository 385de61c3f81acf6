/** What a new barbershop may send to people without an account: some days of bookings by phone. */
export const FIRST_MESSAGES = 30
/** For each completed visit: the link of a booking, a move or a delay, and a call from the queue. */
export const MESSAGES_PER_VISIT = 3
/** From so many completed visits on it is no longer new. */
export const ESTABLISHED_VISITS = 200
