import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { showToast } from './toast.tsx'

/** What is shared. `path` is one of this site; without `text` the link speaks for itself. */
export type SharedLink = { title: string; text?: string; path: string }

type ShareButtonProps = {
  link: SharedLink
  /** The accessible name, with what is shared: 'Compartilhar Dom Bigode'. */
  label: string
  className?: string
  /** A visible text; only the icon without it. */
  children?: ReactNode
}

/** Opens the share sheet of the device; where there is none, copies the link. */
export function ShareButton({ link, label, className, children }: ShareButtonProps) {
  const handleClick = () => void shareLink(link)
  if (!children) {
    return (
      <IconButton label={label} className={className} onClick={handleClick}>
        <Icon name="share" />
      </IconButton>
    )
  }
  return (
    <Button variant="ghost" aria-label={label} className={className} onClick={handleClick}>
      <Icon name="share" />
      {children}
    </Button>
  )
}

/** Resolves when the link was shared or copied, or when the user closed the sheet. Never rejects. */
export async function shareLink({ title, text, path }: SharedLink) {
  const url = new URL(path, window.location.origin).href
  const data = { title, text, url }
  if (navigator.canShare?.(data)) {
    const outcome = await navigator.share(data).then(
      () => 'shared',
      (error: unknown) => (error instanceof DOMException ? error.name : 'failed'),
    )
    // The user closed the sheet, or pressed twice while it was open.
    if (outcome === 'shared' || outcome === 'AbortError' || outcome === 'InvalidStateError') return
  }
  await copy(text ? `${text}\n${url}` : url, url)
}

async function writeToClipboard(content: string) {
  return await navigator.clipboard?.writeText(content).then(
    () => true,
    () => false,
  )
}

/** Browsers offer the clipboard to pages of HTTPS only: elsewhere the toast shows the link. */
async function copy(content: string, url: string) {
  showToast(
    (await writeToClipboard(content))
      ? { tone: 'success', title: 'Link copiado', text: 'Agora é só colar em uma mensagem.' }
      : { tone: 'info', title: 'Copie o link para compartilhar', text: url },
  )
}

/** Copies what is shown. `done` is said when it worked; otherwise the toast shows the text. Never rejects. */
export async function copyText(content: string, done: string) {
  showToast(
    (await writeToClipboard(content))
      ? { tone: 'success', title: done }
      : { tone: 'info', title: 'Selecione e copie', text: content },
  )
}
