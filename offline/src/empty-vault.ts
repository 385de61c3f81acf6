/** The vault of a browser that stores nothing. */
export function emptyVault(userId: string) {
  return {
    userId,
    read: async () => undefined,
    list: async () => [],
    write: async () => false,
    remove: async () => {},
  }
}
