import { calendarFeedApi } from '@na-regua/contract/calendar-feed'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { formatDate } from '../../../lib/format.ts'
import { deviceTimeZone } from '../../../lib/local-time.ts'
import { storeResponse } from '../../../lib/query-client.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { showToast } from '../../../ui/toast.tsx'

const calendarFeedQuery = queryOptions({
  queryKey: ['account', 'calendar-feed'],
  queryFn: ({ signal }) => api(calendarFeedApi.get, { signal }),
})

/** Only this response contains the URL: it cannot be shown again. */
function useCreateCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.create),
    onSuccess: ({ createdAt }) => storeResponse(queryClient, calendarFeedQuery.queryKey, { createdAt }),
  })
}

function useRemoveCalendarFeed() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api(calendarFeedApi.remove),
    onSuccess: () => storeResponse(queryClient, calendarFeedQuery.queryKey, { createdAt: null }),
  })
}

const hint =
  'Assine seus horários no Google Agenda, no calendário do iPhone ou no Outlook: o que muda aqui muda lá, sozinho.'

/** A secret URL that calendar apps subscribe to. */
export function CalendarFeedSection() {
  const { data, error, refetch } = useQuery(calendarFeedQuery)
  return (
    <SectionCard id="calendario" title="Agenda no seu calendário" hint={hint}>
      {!data && error && (
        <Notice
          tone="error"
          title={errorText(error, 'Erro ao carregar o link do calendário.')}
          action={<Button onClick={() => void refetch()}>Tentar novamente</Button>}
        />
      )}
      {!data && !error && <Skeleton className="h-16" />}
      {data && <CalendarFeed createdAt={data.createdAt} />}
    </SectionCard>
  )
}

function showFailure(error: Error) {
  showToast({ tone: 'error', title: errorText(error, 'Não foi possível mudar o link. Tente novamente.') })
}

function CalendarFeed({ createdAt }: { createdAt: string | null }) {
  const create = useCreateCalendarFeed()
  const remove = useRemoveCalendarFeed()
  const [isRenewing, setRenewing] = useState(false)
  function createLink() {
    setRenewing(false)
    create.mutate(undefined, { onError: showFailure })
  }

  if (!createdAt) {
    return (
      <Button variant="outline" isBusy={create.isPending} onClick={createLink}>
        <Icon name="calendar" />
        Criar link do calendário
      </Button>
    )
  }
  const newUrl = create.data?.createdAt === createdAt ? create.data.url : undefined
  return (
    <div className="grid gap-4">
      {newUrl ? <CalendarFeedLink url={newUrl} /> : <ActiveFeed since={createdAt} />}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" isBusy={create.isPending} onClick={() => setRenewing(true)}>
          <Icon name="refresh" />
          Trocar o link
        </Button>
        <Button
          variant="ghost"
          isBusy={remove.isPending}
          onClick={() => remove.mutate(undefined, { onError: showFailure })}
        >
          Desligar
        </Button>
      </div>
      <RenewDialog isOpen={isRenewing} onClose={() => setRenewing(false)} onRenew={createLink} />
    </div>
  )
}

function ActiveFeed({ since }: { since: string }) {
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

/** Without access to the clipboard, the user can copy the text of the field. */
async function copy(url: string) {
  const isCopied = await navigator.clipboard?.writeText(url).then(
    () => true,
    () => false,
  )
  if (isCopied) showToast({ tone: 'success', title: 'Link copiado' })
  else showToast({ tone: 'error', title: 'Selecione o link e copie' })
}

/** The URL after it was created. With `webcal:` phones offer to subscribe instead of downloading the file once. */
function CalendarFeedLink({ url }: { url: string }) {
  return (
    <div className="grid gap-3">
      <TextField
        label="Link do seu calendário"
        value={url}
        readOnly
        onFocus={(event) => event.target.select()}
        hint="Guarde agora: ele não aparece de novo. Quem tem este link vê seus horários, então não o compartilhe."
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="ink" onClick={() => void copy(url)}>
          <Icon name="copy" />
          Copiar link
        </Button>
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass({ variant: 'outline' })}>
          <Icon name="calendar-check" />
          Abrir no calendário
        </a>
      </div>
    </div>
  )
}
