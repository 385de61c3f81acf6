/** The entry for the pages: the stored day and the commands of staff, both encrypted in this browser. */

export type { AddOptions, QueuedCommand } from './command-queue.ts'
export { type CommandDraft, CommandNotStoredError } from './command-store.ts'
export {
  closeCommandQueue,
  countUnsentCommands,
  openCommandQueue,
  type PageQueue,
  type QueueSnapshot,
} from './open-command-queue.ts'
export { findPushDevice, takeOpened } from './push-device.ts'
export {
  forgetEndedSession,
  forgetPush,
  forgetPushAndBadge,
  type PushServer,
  renewPush,
  subscribeToPush,
} from './push-subscription.ts'
export { syncTray } from './push-tray.ts'
export { listSeenBarbershops, rememberBarbershop, type SeenBarbershop } from './seen-barbershops.ts'
export { openStoredQueries, type StoredQueries, type StoredQuery } from './stored-queries.ts'
export { openVault, type Vault, wipeVaults } from './vault.ts'
