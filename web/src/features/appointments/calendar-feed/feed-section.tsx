import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { showToast } from '../../../ui/toast-store.ts'
import { FeedLink } from './feed-link.tsx'
import { feedQuery, useCreateFeed, useRemoveFeed } from './queries.ts'

const hint =
  'Assine seus horários no Google Agenda, no calendário do iPhone ou no Outlook: o que muda aqui muda lá, sozinho.'

/** One's own appointments in one's own calendar, by an address that only one's calendar should know. */
export function FeedSection() {
  const { data, error, refetch } = useQuery(feedQuery)
  return (
    <SectionCard title="Agenda no seu calendário" hint={hint}>
      {!data && error && (
        <Notice
          tone="error"
          title={errorText(error, 'Erro ao carregar o link do calendário.')}
          action={<Button onClick={() => void refetch()}>Tentar novamente</Button>}
        />
      )}
      {!data && !error && <Skeleton className="h-16" />}
      {data && <Feed createdAt={data.createdAt} />}
    </SectionCard>
  )
}

function fail(error: Error) {
  showToast({ tone: 'error', title: errorText(error, 'Não foi possível mudar o link. Tente novamente.') })
}

function Feed({ createdAt }: { createdAt: string | null }) {
  const create = useCreateFeed()
  const remove = useRemoveFeed()
  const [isRenewing, setRenewing] = useState(false)
  if (!createdAt) {
    return (
      <Button variant="outline" isBusy={create.isPending} onClick={() => create.mutate(undefined, { onError: fail })}>
        <Icon name="calendar" />
        Criar link do calendário
      </Button>
    )
  }
  const fresh = create.data?.createdAt === createdAt ? create.data.url : undefined
  return (
    <div className="grid gap-4">
      {fresh ? <FeedLink url={fresh} /> : <Active since={createdAt} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" isBusy={create.isPending} onClick={() => setRenewing(true)}>
          <Icon name="refresh" />
          Trocar o link
        </Button>
        <Button variant="ghost" isBusy={remove.isPending} onClick={() => remove.mutate(undefined, { onError: fail })}>
          Desligar
        </Button>
      </div>
      <RenewDialog
        isOpen={isRenewing}
        onClose={() => setRenewing(false)}
        onRenew={() => {
          setRenewing(false)
          create.mutate(undefined, { onError: fail })
        }}
      />
    </div>
  )
}

function Active({ since }: { since: string }) {
  return (
    <p>
      <span className="font-semibold">Ligado desde {formatDate(since, deviceTimeZone())}.</span>{' '}
      <span className="text-mute">
        O link só aparece quando é criado. Para usá-lo em outro aparelho, troque por um novo.
      </span>
    </p>
  )
}

type RenewDialogProps = { isOpen: boolean; onClose: () => void; onRenew: () => void }

function RenewDialog({ isOpen, onClose, onRenew }: RenewDialogProps) {
  const footer = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Voltar
      </Button>
      <Button onClick={onRenew}>Trocar o link</Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Trocar o link do calendário?" footer={footer}>
      <p>O link atual deixa de valer na hora: os calendários que o usam param de receber seus horários.</p>
    </Dialog>
  )
}
