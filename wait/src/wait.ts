/** How long the queue of a barbershop takes: how long services last, learned from taps, and when each customer is called. */

export { chanceOfForgottenTap, chanceToCome } from './chances.ts'
export {
  estimateTimes,
  estimateWaits,
  findCallableMin,
  findNextCustomer,
  type WaitQuantiles,
  type WaitTimes,
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
export {
  type BarberState,
  CHANGEOVER_MIN,
  type FixedPoint,
  GRACE_MIN,
  OVERRUN_MIN,
  type QueuedCustomer,
  type WaitState,
} from './state.ts'
