import { ownersApi } from '@na-regua/contract/owners'
import type { App } from '../../../lib/http.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { type ListMisplaced, saveHours } from '../hours/save-hours.ts'
import { saveMenu } from '../menu/save-menu.ts'
import { listFeatures } from '../queries.ts'
import { activateBarbershop, type Bookings, deactivateBarbershop, setFeatured } from './change-activity.ts'
import { chooseFeatures } from './choose-features.ts'
import { createBarbershop } from './create-barbershop.ts'
import type { Deps } from './edit-shop.ts'
import { listOwnShops } from './queries.ts'
import { updateBarbershop } from './update-barbershop.ts'

type HoursDeps = Deps & { listMisplaced: ListMisplaced }
type SwitchDeps = Deps & Bookings

/** What owners do with their own shops. */
export function ownBarbershopRoutes(app: App, deps: HoursDeps & SwitchDeps) {
  const { db, clock } = deps
  app.route({
    ...ownersApi.listBarbershops,
    access: 'owner',
    handler: async ({ caller }) => {
      const now = clock.now()
      const [barbershops, ownPlan] = [await listOwnShops(db, caller.id, now), await getOwnPlan(db, caller.id, now)]
      return { barbershops, ownPlan }
    },
  })
  app.route({
    ...ownersApi.createBarbershop,
    access: 'owner',
    handler: async ({ caller, body }, reply) => {
      const barbershop = await createBarbershop(deps, caller, body)
      return reply.status(201).send({ id: barbershop.id, barbershop })
    },
  })
  editRoutes(app, deps)
  switchRoutes(app, deps)
}

function editRoutes(app: App, deps: HoursDeps) {
  app.route({
    ...ownersApi.updateBarbershop,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({
      barbershop: await updateBarbershop(deps, { caller, ...params }, body),
    }),
  })
  app.route({
    ...ownersApi.setFeatures,
    access: 'owner',
    handler: async ({ caller, params, body: { featureIds, version } }) => {
      const barbershop = await chooseFeatures(deps, { caller, ...params, version }, featureIds)
      return { barbershop, features: await listFeatures(deps.db, barbershop.featureIds) }
    },
  })
  app.route({
    ...ownersApi.setServices,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({ barbershop: await saveMenu(deps, { caller, ...params }, body) }),
  })
  app.route({
    ...ownersApi.setOperatingHours,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({ barbershop: await saveHours(deps, { caller, ...params }, body) }),
  })
}

function switchRoutes(app: App, deps: SwitchDeps) {
  app.route({
    ...ownersApi.setFeatured,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({
      barbershop: await setFeatured(deps, { caller, ...params, ...body }),
    }),
  })
  app.route({
    ...ownersApi.activate,
    access: 'owner',
    handler: async ({ caller, params }) => ({ barbershop: await activateBarbershop(deps, { caller, ...params }) }),
  })
  app.route({
    ...ownersApi.deactivate,
    access: 'owner',
    handler: ({ caller, params, query }) => deactivateBarbershop(deps, { caller, ...params, ...query }),
  })
}
