import {
  MAX_BARBERSHOP_DESCRIPTION,
  MAX_BARBERSHOP_IMAGES,
  NAME_AND_ADDRESS_MISSING,
} from '@na-regua/contract/own-barbershops'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { errorText } from '../../../lib/api-error.ts'
import type { AddressFieldsProps } from '../../../lib/geolocation.ts'
import type { ImageUploads } from '../../../lib/upload.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ImageDropZone, ImageProblems, ImageTile, UploadTiles } from '../../../ui/image-upload.tsx'
import { InstagramField } from '../../../ui/instagram-field.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PhoneField } from '../../../ui/phone-field.tsx'
import { moveItem, useDragOrder } from '../../../ui/reorder.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { getFeatureIcon } from '../detail/rules.ts'
import { filtersQuery } from '../queries.ts'
import { findGeneralErrors, findMissingErrors, type GeneralDraft, lacksNameOrAddress } from './rules.ts'

export type AddressSlot = (props: AddressFieldsProps) => ReactNode

type GeneralFieldsProps = {
  value: GeneralDraft
  onChange: (change: (current: GeneralDraft) => GeneralDraft) => void
  /** CEP, street, state, city and the map. */
  addressFields: AddressSlot
  /** Also shows what is missing. */
  isChecked?: boolean
  /** Why the position was refused. */
  positionError?: string
  /** Between phones and description: the cover. */
  children?: ReactNode
}

/** Name, address, phones, Instagram and description. */
export function GeneralFields({ value, onChange, addressFields, children, ...checks }: GeneralFieldsProps) {
  const set = (change: Partial<GeneralDraft>) => onChange((current) => ({ ...current, ...change }))
  const errors = findGeneralErrors(value)
  const missing = checks.isChecked ? findMissingErrors(value) : {}
  return (
    <div className="grid grid-cols-1 gap-4">
      <FormAlert>{checks.isChecked && lacksNameOrAddress(value) && NAME_AND_ADDRESS_MISSING}</FormAlert>
      <TextField
        label="Nome"
        maxLength={MAX_NAME}
        autoComplete="off"
        required
        error={missing.name}
        value={value.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      {addressFields({
        value,
        errors: {
          zipCode: errors.zipCode,
          address: missing.address,
          position: checks.positionError ?? missing.position,
        },
        onChange: (change) => onChange((current) => ({ ...current, ...change(current) })),
      })}
      <Phones value={value} errors={errors} set={set} />
      <InstagramField value={value.instagram} onChange={(instagram) => set({ instagram })} />
      {children}
      <TextArea
        label="Descrição"
        hint="O que faz da sua barbearia a sua."
        maxLength={MAX_BARBERSHOP_DESCRIPTION}
        value={value.description}
        onChange={({ target }) => set({ description: target.value })}
      />
    </div>
  )
}

type PhonesProps = {
  value: GeneralDraft
  errors: ReturnType<typeof findGeneralErrors>
  set: (change: Partial<GeneralDraft>) => void
}

function Phones({ value, errors, set }: PhonesProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <PhoneField
        label="Telefone"
        name="phone"
        defaultValue={value.phone}
        error={errors.phone}
        isBrazilian
        onPhone={(phone) => set({ phone })}
      />
      <PhoneField
        label="WhatsApp"
        name="whatsapp"
        defaultValue={value.whatsapp}
        error={errors.whatsapp}
        isBrazilian
        onPhone={(whatsapp) => set({ whatsapp })}
      />
    </div>
  )
}

type FeatureChoiceProps = { value: readonly number[]; onChange: (ids: number[]) => void }

export function FeatureChoice({ value, onChange }: FeatureChoiceProps) {
  const { data, error, refetch } = useQuery(filtersQuery())
  if (error && !data) {
    const action = (
      <Button variant="outline" onClick={() => void refetch()}>
        Tentar novamente
      </Button>
    )
    return <Notice tone="error" title={errorText(error, 'Erro ao carregar as comodidades.')} action={action} />
  }
  if (!data) return <LoadingMessage>Carregando comodidades...</LoadingMessage>
  const toggle = (id: number) => onChange(value.includes(id) ? value.filter((other) => other !== id) : [...value, id])
  return (
    <fieldset>
      <legend className="mb-3 text-mute">Marque o que a sua barbearia oferece. Os clientes filtram por isso.</legend>
      <div className="grid grid-cols-1 gap-2 min-[26rem]:grid-cols-2 md:grid-cols-3">
        {data.features.map(({ id, name }) => (
          <FeatureButton key={id} name={name} isOn={value.includes(id)} onPress={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  )
}

function FeatureButton({ name, isOn, onPress }: { name: string; isOn: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onPress}
      className={clsx(
        'flex min-h-13 items-center gap-2.5 rounded-control border px-3.5 py-2 text-left text-sm font-medium transition-colors disabled:opacity-55',
        isOn ? 'border-ink bg-ink text-paper' : 'border-line bg-card hover:border-edge',
      )}
    >
      <Icon name={getFeatureIcon(name)} className="size-5" />
      <span className="min-w-0 flex-1">{name}</span>
      {isOn && <Icon name="check" className="size-4.5" />}
    </button>
  )
}

type ImageFieldsProps = {
  images: readonly string[]
  onChange: (change: (current: readonly string[]) => string[]) => void
  uploads: ImageUploads
  /** Removes images that fail to load: an old draft may name images that the server has deleted. */
  removesBroken?: boolean
}

/** At most six images, in the order that customers see. The first is the cover. */
export function ImageFields({ images, onChange, uploads, removesBroken }: ImageFieldsProps) {
  const count = images.length + uploads.uploads.length
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-mute">A primeira imagem é a capa: é ela que aparece na busca.</p>
      <ImageDropZone
        label="Adicionar imagens"
        status={`${images.length} de ${MAX_BARBERSHOP_IMAGES} imagens`}
        isFull={count >= MAX_BARBERSHOP_IMAGES}
        onPick={(files) => uploads.add(files)}
      />
      <ImageProblems problems={uploads.problems} />
      <ImageTiles images={images} onChange={onChange} uploads={uploads} removesBroken={removesBroken} />
    </div>
  )
}

function ImageTiles({ images, onChange, uploads, removesBroken = false }: ImageFieldsProps) {
  const remove = (url: string) => onChange((current) => current.filter((other) => other !== url))
  const handleMove = (from: number, to: number) => onChange((current) => moveItem(current, from, to))
  const drag = useDragOrder(handleMove)
  return (
    <ul aria-label="Imagens" className="grid grid-cols-2 gap-3 empty:hidden sm:grid-cols-3">
      {images.map((url, index) => (
        <li key={url} {...drag.row(index)}>
          <ImageTile
            url={url}
            index={index}
            count={images.length}
            onMove={handleMove}
            onRemove={() => remove(url)}
            onBroken={removesBroken ? () => navigator.onLine && remove(url) : undefined}
            isDragged={drag.dragged === index}
            handle={drag.handle(index)}
            badge={index === 0 && <Badge tone="brass">Capa</Badge>}
          >
            {index > 0 && <CoverButton index={index} onChoose={() => handleMove(index, 0)} />}
          </ImageTile>
        </li>
      ))}
      <UploadTiles uploads={uploads.uploads} />
    </ul>
  )
}

function CoverButton({ index, onChoose }: { index: number; onChoose: () => void }) {
  return (
    <Button
      variant="ghost"
      isWide
      className="text-sm!"
      aria-label={`Definir como capa: imagem ${index + 1}`}
      onClick={onChoose}
    >
      Definir como capa
    </Button>
  )
}
