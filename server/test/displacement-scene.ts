import type {
  DisplacedAppointment,
  DisplacementAction,
  DisplacingChange,
  displacementsApi,
  SettledAppointment,
} from '@na-regua/contract/displacements'
import type { Body } from '@na-regua/contract/route'

type MakeBody = Body<typeof displacementsApi.make>
type Response = { status: number; body: { code?: string; appointments?: unknown[]; actions?: DisplacementAction[] } }
/** A request to `displacementsApi.make`, in whatever way the test sends it. */
type Send = (body: MakeBody) => Promise<Response>

/** What the change would displace, from the refusal of the first request. Nothing has changed. */
export async function listDisplaced(send: Send, change: DisplacingChange): Promise<DisplacedAppointment[]> {
  const { body } = await send({ change, decisions: [] })
  return (body.code === 'DISPLACEMENT_UNDECIDED' ? body.appointments : []) as DisplacedAppointment[]
}

type Decide = DisplacementAction | ((displaced: DisplacedAppointment) => DisplacementAction)

/** Looks what the change would displace, as staff do, and decides all of it. */
export async function displace(
  send: Send,
  change: DisplacingChange,
  decide: Decide,
  options: Pick<MakeBody, 'otherwise' | 'reassignTo'> = {},
) {
  const displaced = await listDisplaced(send, change)
  const decisions = displaced.map((one) => ({
    appointmentId: one.id,
    action: typeof decide === 'function' ? decide(one) : decide,
  }))
  const { status, body } = await send({ change, decisions, ...options })
  const settled = (status === 201 ? body.appointments : []) as SettledAppointment[]
  return { status, body, displaced, settled }
}
