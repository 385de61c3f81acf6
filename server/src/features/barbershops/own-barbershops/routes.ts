import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { App } from '../../../lib/http.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import { type ListMisplaced, saveHours } from '../opening-hours/save-hours.ts'
import { listFeatures } from '../queries.ts'
import { saveMenu } from '../services/save-menu.ts'
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
    ...ownBarbershopsApi.listBarbershops,
    access: 'owner',
    handler: async ({ caller }) => {
      const now = clock.now()
      const [barbershops, ownPlan] = [await listOwnShops(db, caller.id, now), await getOwnPlan(db, caller.id, now)]
      return { barbershops, ownPlan }
    },
  })
  app.route({
    ...ownBarbershopsApi.createBarbershop,
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
    ...ownBarbershopsApi.updateBarbershop,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({
      barbershop: await updateBarbershop(deps, { caller, ...params }, body),
    }),
  })
  app.route({
    ...ownBarbershopsApi.setFeatures,
    access: 'owner',
    handler: async ({ caller, params, body: { featureIds, version } }) => {
      const barbershop = await chooseFeatures(deps, { caller, ...params, version }, featureIds)
      return { barbershop, features: await listFeatures(deps.db, barbershop.featureIds) }
    },
  })
  app.route({
    ...ownBarbershopsApi.setServices,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({ barbershop: await saveMenu(deps, { caller, ...params }, body) }),
  })
  app.route({
    ...ownBarbershopsApi.setOperatingHours,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({ barbershop: await saveHours(deps, { caller, ...params }, body) }),
  })
}

function switchRoutes(app: App, deps: SwitchDeps) {
  app.route({
    ...ownBarbershopsApi.setFeatured,
    access: 'owner',
    handler: async ({ caller, params, body }) => ({
      barbershop: await setFeatured(deps, { caller, ...params, ...body }),
    }),
  })
  app.route({
    ...ownBarbershopsApi.activate,
    access: 'owner',
    handler: async ({ caller, params }) => ({ barbershop: await activateBarbershop(deps, { caller, ...params }) }),
  })
  app.route({
    ...ownBarbershopsApi.deactivate,
    access: 'owner',
    handler: ({ caller, params, query }) => deactivateBarbershop(deps, { caller, ...params, ...query }),
  })
}
