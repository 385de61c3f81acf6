/** How long the queue of a barbershop takes: how long services last, learned from taps, and when each customer is called. */
export {
  type BoardState,
  CHANGEOVER_MIN,
  estimateWaits,
  type FixedPoint,
  GRACE_MIN,
  OVERRUN_MIN,
  type WaitQuantiles,
} from './estimate-waits.ts'
export { normalShareBelow, type RandomStream } from './random.ts'
export {
  learnServiceDuration,
  type ObservedService,
  plannedServiceDuration,
  type ServiceDuration,
} from './service-durations.ts'
