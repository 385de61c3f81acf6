import type { Permission } from '@na-regua/contract/permissions'

/**
 * What is done in a barbershop: what a permission allows, looking at the panel, which several permissions allow, or what the owner alone
 * does (plan, activation, who may do what).
 */
export type BarbershopAction = Permission | 'panel' | 'ownership'
