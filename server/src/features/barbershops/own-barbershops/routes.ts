import { ApiError } from '@na-regua/contract/errors'
import { ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import type { App } from '../../../lib/http.ts'
import { getOwnPlan } from '../../plans/queries.ts'
import type { EditDeps } from '../editing/edit-barbershop.ts'
import { type OpeningHoursDeps, saveOpeningHours } from '../opening-hours/save-opening-hours.ts'
import { listFeatures } from '../queries.ts'
import { getPlanOwner } from '../roles/queries.ts'
import { replaceServices } from '../services/save-service-list.ts'
import { activateBarbershop, deactivateBarbershop, type FutureAppointments, setFeatured } from './change-activity.ts'
import { createBarbershop } from './create-barbershop.ts'
import { dismissFirstSteps, listFirstSteps, listOwnBarbershops } from './queries.ts'
import { saveFeatures } from './save-features.ts'
import { updateBarbershop } from './update-barbershop.ts'

type EditRouteDeps = OpeningHoursDeps
type ActivityDeps = EditDeps & FutureAppointments

export function ownBarbershopRoutes(app: App, deps: EditRouteDeps & ActivityDeps) {
  const { db, clock } = deps
  app.route({
    ...ownBarbershopsApi.listBarbershops,
    access: 'panel',
    statements: 2,
    handler: async ({ caller }) => {
      const now = clock.now()
      const barbershops = await listOwnBarbershops(db, caller.id, now)
      const ownPlan = await getOwnPlan(db, await getPlanOwner(db, caller), now)
      return { barbershops, ownPlan }
    },
  })
  app.route({
    ...ownBarbershopsApi.createBarbershop,
    access: 'owner',
    statements: 11,
    handler: async ({ caller, body }, reply) => {
      const barbershop = await createBarbershop(deps, caller, body)
      return reply.status(201).send({ id: barbershop.id, barbershop })
    },
  })
  app.route({
    ...ownBarbershopsApi.listFirstSteps,
    access: 'owner',
    statements: 1,
    handler: async ({ caller }) => ({ barbershops: await listFirstSteps(db, caller.id) }),
  })
  app.route({
    ...ownBarbershopsApi.dismissFirstSteps,
    access: 'owner',
    statements: 1,
    handler: async ({ caller, params }) => {
      if (!(await dismissFirstSteps(db, caller.id, params.id, clock.now()))) throw new ApiError('BARBERSHOP_NOT_FOUND')
      return { dismissed: true }
    },
  })
  editRoutes(app, deps)
  activityRoutes(app, deps)
}

function editRoutes(app: App, deps: EditRouteDeps) {
  app.route({
    ...ownBarbershopsApi.updateBarbershop,
    access: 'settings',
    statements: 7,
    handler: async ({ caller, params, body }) => ({
      barbershop: await updateBarbershop(deps, { caller, ...params }, body),
    }),
  })
  app.route({
    ...ownBarbershopsApi.setFeatures,
    access: 'settings',
    statements: 10,
    handler: async ({ caller, params, body: { featureIds, version } }) => {
      const barbershop = await saveFeatures(deps, { caller, ...params, version }, featureIds)
      return { barbershop, features: await listFeatures(deps.db, barbershop.featureIds) }
    },
  })
  app.route({
    ...ownBarbershopsApi.setServices,
    access: 'prices',
    // However many: services, combos, and the terms of barbers.
    statements: 17,
    handler: async ({ caller, params, body }) => ({
      barbershop: await replaceServices(deps, { caller, ...params }, body),
    }),
  })
  app.route({
    ...ownBarbershopsApi.setOperatingHours,
    access: 'settings',
    statements: 25,
    handler: ({ caller, params, body }) => saveOpeningHours(deps, { caller, ...params }, body),
  })
}

function activityRoutes(app: App, deps: ActivityDeps) {
  app.route({
    ...ownBarbershopsApi.setFeatured,
    access: 'owner',
    statements: 7,
    handler: async ({ caller, params, body }) => ({
      barbershop: await setFeatured(deps, { caller, ...params, ...body }),
    }),
  })
  app.route({
    ...ownBarbershopsApi.activate,
    access: 'owner',
    statements: 5,
    handler: async ({ caller, params }) => ({ barbershop: await activateBarbershop(deps, { caller, ...params }) }),
  })
  app.route({
    ...ownBarbershopsApi.deactivate,
    access: 'owner',
    statements: 8,
    handler: ({ caller, params, query }) => deactivateBarbershop(deps, { caller, ...params, ...query }),
  })
}
