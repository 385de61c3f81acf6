import {
  type CustomerProfile,
  MAX_CUSTOMER_PHOTOS,
  MAX_CUSTOMER_TAG,
  MAX_CUSTOMER_TAGS,
  TOO_MANY_CUSTOMER_PHOTOS_MESSAGE,
} from '@na-regua/contract/customers'
import { findNameProblem } from '@na-regua/contract/names'
import { findPhoneProblem } from '@na-regua/contract/phones'
import {
  BIRTHDAY_PATTERN,
  MAX_CUSTOMER_ALLERGIES,
  MAX_CUSTOMER_NOTES,
  MAX_EMAIL,
  MAX_NAME,
  matchesPattern,
} from '@na-regua/contract/text-limits'
import { useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { emailProblem } from '../../lib/form-errors.ts'
import { formatDate } from '../../lib/format.ts'
import { getThumbnailUrl } from '../../lib/images.ts'
import { type ImageLimit, useImageUploads } from '../../lib/upload.ts'
import { runCommand, type StaffCommand, useCommands } from '../../lib/use-commands.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ImageDropZone, ImageProblems, UploadTiles } from '../../ui/image-upload.tsx'
import { PhoneField } from '../../ui/phone-field.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { updateCustomer, useCustomerChange } from './customer-list.tsx'

const limit: ImageLimit = { max: MAX_CUSTOMER_PHOTOS, message: TOO_MANY_CUSTOMER_PHOTOS_MESSAGE }

/** The photos of a profile until it is saved. Uploads go on while other fields are edited. */
function useCustomerPhotos({ photos: saved, photosConsentedAt }: CustomerProfile) {
  const [photos, setPhotos] = useState<readonly string[]>(saved)
  const [hasConsent, setConsent] = useState(photosConsentedAt !== null)
  const uploads = useImageUploads(photos, (change) => setPhotos(change), limit)
  return {
    photos,
    hasConsent,
    setConsent,
    remove: (url: string) => setPhotos((current) => current.filter((photo) => photo !== url)),
    uploads,
    /** What is saved. Without consent no photo is kept. */
    changes: hasConsent ? { hasPhotoConsent: true, photos: [...photos] } : { hasPhotoConsent: false },
  }
}

type CustomerPhotosProps = {
  customer: CustomerProfile
  timeZone: string
  edit: ReturnType<typeof useCustomerPhotos>
}

/** Photos of haircuts, once the customer has agreed. */
function CustomerPhotos({ customer, timeZone, edit }: CustomerPhotosProps) {
  const { photos, hasConsent, setConsent, remove, uploads } = edit
  const count = photos.length + uploads.uploads.length
  return (
    <fieldset className="grid grid-cols-1 gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Fotos dos cortes</legend>
      <Checkbox checked={hasConsent} onChange={setConsent}>
        O cliente autorizou guardar fotos dos cortes
      </Checkbox>
      <ConsentHint customer={customer} timeZone={timeZone} hasConsent={hasConsent} count={count} />
      {hasConsent && (
        <>
          <ImageDropZone
            label="Adicionar fotos"
            status={`${photos.length} de ${MAX_CUSTOMER_PHOTOS} fotos`}
            isFull={count >= MAX_CUSTOMER_PHOTOS}
            onPick={(files) => uploads.add(files)}
          />
          <ImageProblems problems={uploads.problems} />
          <ul aria-label="Fotos dos cortes" className="grid grid-cols-3 gap-2 empty:hidden">
            {photos.map((url, index) => (
              <li key={url}>
                <Photo url={url} name={`foto ${index + 1}`} onRemove={() => remove(url)} />
              </li>
            ))}
            <UploadTiles uploads={uploads.uploads} />
          </ul>
        </>
      )}
    </fieldset>
  )
}

type ConsentHintProps = Omit<CustomerPhotosProps, 'edit'> & { hasConsent: boolean; count: number }

function ConsentHint({ customer: { photosConsentedAt }, timeZone, hasConsent, count }: ConsentHintProps) {
  const text = hasConsent
    ? photosConsentedAt && `Autorizado em ${formatDate(photosConsentedAt, timeZone)}. Só a equipe vê as fotos.`
    : count > 0 && 'Ao salvar, todas as fotos são apagadas.'
  return <p className="text-sm text-mute empty:hidden">{text || null}</p>
}

function Photo({ url, name, onRemove }: { url: string; name: string; onRemove: () => void }) {
  return (
    <div className="relative overflow-hidden rounded-control border border-line">
      <a href={url} target="_blank" rel="noreferrer" aria-label={`Abrir ${name}`}>
        <img src={getThumbnailUrl(url)} alt="" loading="lazy" className="aspect-square w-full bg-sunken object-cover" />
      </a>
      <IconButton
        label={`Remover ${name}`}
        onClick={onRemove}
        className="absolute right-1 bottom-1 bg-card/90 hover:bg-card"
      >
        <Icon name="trash" className="size-4.5" />
      </IconButton>
    </div>
  )
}

/** As they are typed. */
type Texts = Record<'name' | 'phone' | 'email' | 'birthday' | 'notes' | 'allergies' | 'tags', string>

/** '03-15' is '15/03', as it is typed. */
const toDayAndMonth = (birthday: string) => birthday.split('-').reverse().join('/')

/** Undefined for what is no day of the year. */
function parseBirthday(text: string): string | undefined {
  const [, day = '', month = ''] = /^(\d{1,2})\s*[/.-]\s*(\d{1,2})$/.exec(text.trim()) ?? []
  const birthday = `${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return matchesPattern(BIRTHDAY_PATTERN, birthday) ? birthday : undefined
}

const toTexts = ({ name, phone, email, birthday, notes, allergies, tags }: CustomerProfile): Texts => ({
  name,
  birthday: birthday ? toDayAndMonth(birthday) : '',
  notes,
  allergies,
  phone: phone ?? '',
  email: email ?? '',
  tags: tags.join(', '),
})

function toTags(text: string) {
  const tags = text.split(',').map((tag) => tag.trim().slice(0, MAX_CUSTOMER_TAG))
  return tags.filter(Boolean).slice(0, MAX_CUSTOMER_TAGS)
}

/** An earlier name or number that would be refused today stays as it is until it is changed. */
function listPersonChanges(customer: CustomerProfile, { name, phone }: Texts) {
  const isNameRefused = name === customer.name && findNameProblem(name, '') !== undefined
  const isPhoneRefused = phone === customer.phone && findPhoneProblem(phone) !== undefined
  return {
    name: isNameRefused ? undefined : name.trim() || undefined,
    phone: isPhoneRefused ? undefined : phone || undefined,
  }
}

type ContactProblems = { email?: string | undefined; birthday?: string | undefined }

function findContactProblems({ email, birthday }: Texts): ContactProblems {
  const isDay = birthday.trim() === '' || parseBirthday(birthday) !== undefined
  return {
    email: email.trim() === '' ? undefined : emailProblem(email),
    birthday: isDay ? undefined : 'Informe dia e mês, como 15/03.',
  }
}

/** What is empty is removed. */
function listContactChanges(customer: CustomerProfile, texts: Texts) {
  const email = texts.email.trim() || null
  const birthday = parseBirthday(texts.birthday) ?? null
  return {
    ...(email !== (customer.email ?? null) && { email }),
    ...(birthday !== (customer.birthday ?? null) && { birthday }),
  }
}

type ProfileFormProps = { customer: CustomerProfile; timeZone: string; isWaiting: boolean }

/** The fields that staff fill in. */
export function ProfileForm({ customer, timeZone, isWaiting }: ProfileFormProps) {
  const { version, hasAccount, isPhoneHidden = false, isEmailHidden = false, refusesMarketing = false } = customer
  const [texts, setTexts] = useState(() => toTexts(customer))
  const [refuses, setRefuses] = useState(refusesMarketing)
  const [problems, setProblems] = useState<ContactProblems>({})
  const photos = useCustomerPhotos(customer)
  const change = (changed: Partial<Texts>) => setTexts((old) => ({ ...old, ...changed }))
  const save = useSaveProfile(customer)
  function handleSubmit() {
    const { notes, allergies, tags } = texts
    const found = findContactProblems(texts)
    setProblems(found)
    if (found.email || found.birthday) return
    save.mutate({
      version,
      notes,
      allergies: allergies.trim(),
      tags: toTags(tags),
      ...listContactChanges(customer, texts),
      ...(refuses !== refusesMarketing && { refusesMarketing: refuses }),
      ...photos.changes,
      ...(!hasAccount && listPersonChanges(customer, texts)),
    })
  }
  return (
    <Form
      className="grid grid-cols-1 gap-4"
      isBusy={save.isPending}
      onSubmit={handleSubmit}
      failure={save.error && errorText(save.error, 'Não foi possível salvar. Tente novamente.')}
      actions={
        <Button type="submit" variant="ink" isBusy={save.isPending} disabled={photos.uploads.isBusy} isWide>
          {photos.uploads.isBusy ? 'Enviando as fotos...' : 'Salvar ficha'}
        </Button>
      }
    >
      <UnsavedChanges draft={[texts, refuses, photos.changes]} />
      {isWaiting && <WaitingNotice />}
      {!hasAccount && <NameAndPhone texts={texts} hasPhone={!isPhoneHidden} onChange={change} />}
      <TextFields texts={texts} onChange={change} />
      {!isEmailHidden && (
        <TextField
          label="E-mail"
          inputMode="email"
          autoComplete="off"
          maxLength={MAX_EMAIL}
          error={problems.email}
          {...fieldOf({ texts, onChange: change }, 'email')}
        />
      )}
      <TextField
        label="Aniversário"
        hint="Dia e mês: 15/03"
        inputMode="numeric"
        autoComplete="off"
        error={problems.birthday}
        {...fieldOf({ texts, onChange: change }, 'birthday')}
      />
      <Checkbox checked={refuses} onChange={setRefuses}>
        Não quer receber mensagens além dos seus horários
      </Checkbox>
      <CustomerPhotos customer={customer} timeZone={timeZone} edit={photos} />
    </Form>
  )
}

function WaitingNotice() {
  return (
    <p className="flex items-center gap-2 rounded-control border border-dashed border-edge px-4 py-2 text-sm">
      <Icon name="clock" className="size-4.5 shrink-0" />
      Aguardando rede: a ficha está guardada neste aparelho.
    </p>
  )
}

type NoteInput = Parameters<typeof updateCustomer>[1]

/** A command, so that a lost response is no conflict with what it saved. */
function useSaveProfile({ id, name }: CustomerProfile) {
  const build = (input: NoteInput) => ({
    draft: { type: 'note' as const, customerId: id, input },
    preview: { name, act: 'Salvar ficha' },
  })
  return useCustomerChange(
    (input: NoteInput) => runCommand({ build: () => build(input), send: () => updateCustomer(id, input) }),
    'Ficha salva',
  )
}

/** The profile with what was saved here and is not in it yet; `key` changes with what it is made of. */
export function useCustomerDraft(customer: CustomerProfile | undefined) {
  const waiting = useCommands().commands.filter((one) => customer && isMissing(customer, one))
  return {
    draft: customer && waiting.reduce(applyNote, customer),
    key: [customer?.version, waiting.at(-1)?.id].join(),
    isWaiting: waiting.some(({ state }) => state === 'pending'),
  }
}

/** While a dialog waits for the result, what is typed there stays as it is. */
function isMissing({ id, version }: CustomerProfile, { command, state, result, isInDialog }: StaffCommand) {
  if (command.type !== 'note' || command.customerId !== id || isInDialog) return false
  return state === 'pending' || (state === 'applied' && (result?.customer?.version ?? 0) > version)
}

function applyNote(customer: CustomerProfile, { command }: StaffCommand): CustomerProfile {
  if (command.type !== 'note') return customer
  const { hasPhotoConsent, photos, version: _, ...texts } = command.input
  const consentedAt = hasPhotoConsent ? (customer.photosConsentedAt ?? command.issuedAt) : null
  return {
    ...customer,
    ...texts,
    ...(hasPhotoConsent !== undefined && { photosConsentedAt: consentedAt }),
    photos: hasPhotoConsent === false ? [] : (photos ?? customer.photos),
  }
}

type TextFieldsProps = { texts: Texts; onChange: (change: Partial<Texts>) => void }

const fieldOf = ({ texts, onChange }: TextFieldsProps, name: keyof Texts) => ({
  value: texts[name],
  onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
})

function TextFields(props: TextFieldsProps) {
  const hint = 'Separe com vírgula: VIP, barba, sábado'
  return (
    <>
      <TextArea
        label="Notas da barbearia"
        hint="Só a equipe vê. O cliente pode pedir uma cópia dos próprios dados."
        maxLength={MAX_CUSTOMER_NOTES}
        rows={3}
        {...fieldOf(props, 'notes')}
      />
      <TextField label="Alergias e cuidados" maxLength={MAX_CUSTOMER_ALLERGIES} {...fieldOf(props, 'allergies')} />
      <TextField label="Marcadores" hint={hint} {...fieldOf(props, 'tags')} />
    </>
  )
}

/** A phone that is not shown is not changed either. */
function NameAndPhone({ hasPhone, ...props }: TextFieldsProps & { hasPhone: boolean }) {
  const { texts, onChange } = props
  return (
    <>
      <TextField label="Nome" maxLength={MAX_NAME} autoComplete="off" {...fieldOf(props, 'name')} />
      {hasPhone && (
        <PhoneField
          label="Telefone"
          name="phone"
          defaultValue={texts.phone}
          autoComplete="off"
          onPhone={(phone) => onChange({ phone })}
        />
      )}
    </>
  )
}
