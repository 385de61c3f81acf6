import type { Database, DatabasePool } from '../../lib/database.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import { clearCustomerNames } from '../visits/queries.ts'
import { clearTextsOf } from './queries.ts'

/**
 * Takes the names off the visits of customers whose profiles are about to be deleted, and off their payments what the bank wrote. That
 * after the commit: a statement is locked before profiles are (decision 06).
 */
export async function forgetVisits(tx: Database, profileIds: readonly string[]): Promise<void> {
  const paymentIds = await clearCustomerNames(tx, profileIds)
  if (paymentIds.length > 0) await addJob(tx, clearBankTextsJob, { paymentIds })
}

const clearBankTexts = ({ db }: { db: DatabasePool }, { paymentIds }: { paymentIds: string[] }) =>
  clearTextsOf(db, paymentIds)

export const clearBankTextsJob = defineJob('clear-bank-texts', { run: clearBankTexts })
