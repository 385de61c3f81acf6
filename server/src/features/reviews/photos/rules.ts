/**
 * How photos of reviews are moderated. Every account with a verified email may report one; each report goes to the contact mailbox, with
 * a link that approves or removes the photo. After this many reports by different accounts it is hidden until that decision. The barbershop
 * cannot remove a photo, and all reports by those who work there count as one. A photo that was approved cannot be reported again.
 */
export const REPORTS_TO_HIDE = 2

/** `photo` and `token` are in the hash, which is not sent to the server that shows the page. */
export function moderationUrl(site: string, photoId: string, token: string): string {
  return `${site}/moderacao#${photoId}.${token}`
}
