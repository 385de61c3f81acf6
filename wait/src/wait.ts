/** How long the queue of a barbershop takes: how long services last, learned from taps, and when each customer is called. */
export {
  type BoardBarber,
  type BoardState,
  CHANGEOVER_MIN,
  type FixedPoint,
  GRACE_MIN,
  OVERRUN_MIN,
  type QueuedCustomer,
} from './board.ts'
export { chanceOfForgottenTap, chanceToCome } from './chances.ts'
export {
  type BoardTimes,
  estimateBoard,
  estimateWaits,
  findCallableMin,
  findNextCustomer,
  type WaitQuantiles,
} from './estimate-waits.ts'
export { normalShareBelow, type RandomStream } from './random.ts'
export {
  asPriorOfBarber,
  asPriorOfBarbershop,
  type CityObservations,
  type CityPace,
  learnCityPace,
  learnServiceDuration,
  type ObservedService,
  plannedServiceDuration,
  type ServiceDuration,
} from './service-durations.ts'
