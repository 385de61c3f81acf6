import { findInstagramProblem } from '@na-regua/contract/instagram'
import {
  type EditablePortfolio,
  MAX_PORTFOLIO_IMAGES,
  portfolioApi,
  TOO_MANY_PORTFOLIO_IMAGES_MESSAGE,
} from '@na-regua/contract/portfolio'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { type ImageLimit, type ImageUploads, useImageUploads } from '../../../lib/upload.ts'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { ImageDropZone, ImageProblems, ImageTile, UploadTiles } from '../../../ui/image-upload.tsx'
import { InstagramField } from '../../../ui/instagram-field.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { moveItem, useDragOrder } from '../../../ui/reorder.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { useMembersChange } from '../use-members-change.ts'

/** The prefix is a topic of the live events: an edit of another user is shown at once. */
function editablePortfolioQuery(barberId: string) {
  return queryOptions({
    queryKey: ['account', 'staff', 'portfolio', barberId],
    queryFn: ({ signal }) => api(portfolioApi.get, { params: { id: barberId }, signal }),
    refetchOnMount: 'always',
  })
}

const portfolioImages: ImageLimit = { max: MAX_PORTFOLIO_IMAGES, message: TOO_MANY_PORTFOLIO_IMAGES_MESSAGE }
const NO_SERVICE = ''

type DraftImage = { url: string; serviceId: string | null }
/** With the version that it started from, to detect concurrent edits. */
type Draft = { version: number; images: readonly DraftImage[]; instagram: string }

const toDraft = ({ version, images, instagram }: EditablePortfolio): Draft => ({
  version,
  instagram: instagram ?? '',
  images: images.map(({ url, service }) => ({ url, serviceId: service?.id ?? null })),
})
const emptyDraft: Draft = { version: 0, images: [], instagram: '' }

const listUrls = (images: readonly DraftImage[]) => images.map(({ url }) => url)

/** Known images keep their service. */
function withUrls(images: readonly DraftImage[], urls: readonly string[]): DraftImage[] {
  return urls.map((url) => images.find((image) => image.url === url) ?? { url, serviceId: null })
}

/** The draft of a portfolio; until its first change it follows the server. */
function usePortfolioEdit(barberId: string, onClose: () => void) {
  const { data: saved, isError, refetch } = useQuery(editablePortfolioQuery(barberId))
  const [changed, setChanged] = useState<Draft>()
  const draft = changed ?? (saved ? toDraft(saved) : emptyDraft)
  const saving = useMembersChange({
    run: ({ version, images, instagram }: Draft) =>
      api(portfolioApi.save, {
        params: { id: barberId },
        body: { version, images: [...images], instagram: instagram.trim() || null },
      }),
    successText: () => 'Fotos e Instagram salvos',
    onDone: onClose,
  })

  function change(update: (images: readonly DraftImage[]) => readonly DraftImage[]) {
    setChanged((old) => ({ ...(old ?? draft), images: update((old ?? draft).images) }))
  }
  const setInstagram = (instagram: string) => setChanged((old) => ({ ...(old ?? draft), instagram }))

  const changeUrls = (update: (urls: readonly string[]) => string[]) =>
    change((images) => withUrls(images, update(listUrls(images))))
  const uploads = useImageUploads(listUrls(draft.images), changeUrls, portfolioImages)

  async function reload() {
    await refetch()
    setChanged(undefined)
    saving.reset()
  }

  return {
    saved,
    draft,
    isChanged: changed !== undefined,
    hasFailed: isError,
    change,
    setInstagram,
    uploads,
    saving,
    refetch,
    reload,
  }
}

type PortfolioEdit = ReturnType<typeof usePortfolioEdit>
type PortfolioDialogProps = { barber: { id: string; name: string }; onClose: () => void }

/** For the barber and the barbershop's owner: adds, tags, reorders and removes the images of a barber's work, and their Instagram. */
export function PortfolioDialog({ barber, onClose }: PortfolioDialogProps) {
  const edit = usePortfolioEdit(barber.id, onClose)
  const { saved, hasFailed, refetch } = edit
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Trabalhos de ${barber.name}`}
      width="wide"
      isFullOnPhone
      footer={saved && <Actions edit={edit} />}
    >
      {saved && <PortfolioFields edit={edit} services={saved.services} />}
      {!saved && hasFailed && (
        <Notice
          tone="error"
          title="Erro ao carregar as fotos"
          action={
            <Button variant="outline" onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          }
        />
      )}
      {!saved && !hasFailed && <LoadingMessage>Carregando as fotos...</LoadingMessage>}
    </FormDialog>
  )
}

function Actions({ edit: { saving, draft, isChanged, uploads, reload } }: { edit: PortfolioEdit }) {
  const isStale = hasCode(saving.error, 'EDIT_CONFLICT')
  const isReady = isChanged && !uploads.isBusy && findInstagramProblem(draft.instagram) === undefined
  return (
    <>
      {saving.error && (
        <p role="alert" className="w-full font-medium text-red">
          <Sentences>{errorText(saving.error, 'Erro ao salvar. Tente novamente.')}</Sentences>
        </p>
      )}
      {uploads.isBusy && <p className="w-full text-sm text-mute">Espere as imagens terminarem de subir.</p>}
      <LeaveButton />
      {isStale ? (
        <Button onClick={() => void reload()}>Recarregar</Button>
      ) : (
        <Button isBusy={saving.isPending} disabled={!isReady} onClick={() => saving.mutate(draft)}>
          {saving.isPending ? 'Salvando...' : 'Salvar'}
        </Button>
      )}
    </>
  )
}

type PortfolioFieldsProps = { edit: PortfolioEdit; services: EditablePortfolio['services'] }

function PortfolioFields({ edit, services }: PortfolioFieldsProps) {
  const { draft, uploads } = edit
  const count = draft.images.length + uploads.uploads.length
  return (
    <div className="grid grid-cols-1 gap-4">
      <UnsavedChanges key={draft.version} draft={[draft.images, draft.instagram]} />
      <p className="text-mute">
        As primeiras fotos aparecem ao lado do nome, na página da barbearia e na hora de escolher o barbeiro.
      </p>
      <ImageDropZone
        label="Adicionar fotos"
        status={`${draft.images.length} de ${MAX_PORTFOLIO_IMAGES} fotos`}
        isFull={count >= MAX_PORTFOLIO_IMAGES}
        onPick={(files) => uploads.add(files)}
      />
      <ImageProblems problems={uploads.problems} />
      <Tiles edit={edit} services={services} uploads={uploads} />
      <InstagramField value={draft.instagram} onChange={edit.setInstagram} />
    </div>
  )
}

function Tiles({ edit: { draft, change }, services, uploads }: PortfolioFieldsProps & { uploads: ImageUploads }) {
  const { images } = draft
  const handleMove = (from: number, to: number) => change((current) => moveItem(current, from, to))
  const drag = useDragOrder(handleMove)
  const remove = (url: string) => change((current) => current.filter((image) => image.url !== url))
  const tag = (url: string, serviceId: string | null) =>
    change((current) => current.map((image) => (image.url === url ? { url, serviceId } : image)))

  return (
    <ul aria-label="Fotos" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
      {images.map(({ url, serviceId }, index) => (
        <li key={url} {...drag.row(index)}>
          <ImageTile
            url={url}
            index={index}
            count={images.length}
            onMove={handleMove}
            onRemove={() => remove(url)}
            isDragged={drag.dragged === index}
            handle={drag.handle(index)}
          >
            <ServiceSelect index={index} services={services} serviceId={serviceId} onChange={(id) => tag(url, id)} />
          </ImageTile>
        </li>
      ))}
      <UploadTiles uploads={uploads.uploads} />
    </ul>
  )
}

type ServiceSelectProps = Pick<PortfolioFieldsProps, 'services'> & {
  index: number
  serviceId: string | null
  onChange: (serviceId: string | null) => void
}

function ServiceSelect({ index, services, serviceId, onChange }: ServiceSelectProps) {
  const options = services.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <div className="px-2 pb-2">
      <Select
        aria-label={`Serviço da imagem ${index + 1}`}
        value={serviceId ?? NO_SERVICE}
        className="border-line pr-8! pl-2.5! text-sm!"
        options={[{ value: NO_SERVICE, label: 'Sem serviço' }, ...options]}
        onChange={(id) => onChange(id || null)}
      />
    </div>
  )
}
