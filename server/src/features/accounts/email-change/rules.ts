const UNDO_DAYS = 7

/** How long the old address may take the account back. */
export function endOfUndo(now: Date) {
  return new Date(now.getTime() + UNDO_DAYS * 86_400_000)
}

/** Enough for its owner to know it again, too little for anyone else: 'j•••@gmail.com'. */
export function maskEmail(email: string) {
  return email.replace(/^(.).*@/, '$1•••@')
}
