import { ApiError } from '@na-regua/contract/errors'
import type { EditablePortfolio, portfolioApi } from '@na-regua/contract/portfolio'
import type { Body } from '@na-regua/contract/route'
import type { Caller } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database, DatabasePool } from '../../../lib/database.ts'
import { publish } from '../../../lib/worker/relay-events.ts'
import { lockIssuedImages } from '../../uploads/queries.ts'
import { getEditingPlan } from '../owned/queries.ts'
import { getPortfolio, lockPortfolio, type PortfolioOfBarber, replacePortfolio, saveInstagram } from './queries.ts'

type PortfolioInput = Body<typeof portfolioApi.save>
type SavePortfolioRequest = { caller: Pick<Caller, 'id'>; barberId: string; input: PortfolioInput }

/** The portfolio, for the barber, the barbershop's owner and its managers. Throws FORBIDDEN for other callers. */
export async function getEditablePortfolio(
  db: Database,
  barberId: string,
  caller: Pick<Caller, 'id'>,
): Promise<PortfolioOfBarber> {
  const portfolio = await getPortfolio(db, barberId)
  if (caller.id !== portfolio.userId && !portfolio.editorIds.includes(caller.id)) throw new ApiError('FORBIDDEN')
  return portfolio
}

/**
 * Replaces the images of a portfolio: adds, removes, reorders and tags; and what is given of the barber's Instagram. Throws EDIT_CONFLICT when the version is stale, PLAN_LAPSED
 * when the owner's plan does not allow editing, and IMAGE_UNKNOWN for an image that was not issued to the caller.
 */
export async function savePortfolio(
  { db, clock }: { db: DatabasePool; clock: Clock },
  { caller, barberId, input }: SavePortfolioRequest,
): Promise<EditablePortfolio> {
  const now = clock.now()
  return db.transaction().execute(async (tx) => {
    await lockPortfolio(tx, { barberId, userId: caller.id })
    const portfolio = await getEditablePortfolio(tx, barberId, caller)
    const { userId, ownerId } = portfolio
    await getEditingPlan(tx, ownerId, now)
    // The lock has incremented it.
    if (input.version !== portfolio.version - 1) throw new ApiError('EDIT_CONFLICT')
    const images = toImages(input, portfolio)
    const already = portfolio.images.map(({ url }) => url)
    await lockIssuedImages(tx, { userId: caller.id, urls: images.map(({ url }) => url), already })
    await replacePortfolio(tx, { barberId, userId, images, now })
    if (input.instagram !== undefined) await saveInstagram(tx, barberId, input.instagram)
    await publish(tx, [userId, ownerId], 'account')
    return getPortfolio(tx, barberId)
  })
}

/** Each image once, at its first place. Throws SERVICE_NOT_FOUND for a service that the barbershop does not offer. */
function toImages({ images }: PortfolioInput, { services }: PortfolioOfBarber) {
  const urls = images.map(({ url }) => url)
  const offered = new Set(services.map(({ id }) => id))
  return images.flatMap(({ url, serviceId: given }, index) => {
    const serviceId = given?.toLowerCase() ?? null
    if (serviceId && !offered.has(serviceId)) throw new ApiError('SERVICE_NOT_FOUND')
    return urls.indexOf(url) === index ? [{ url, serviceId }] : []
  })
}
