import { createHash, type Hash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'

/** The last entry: the checksum of everything before it. Without it the file is incomplete. */
const END = 'end.json'

export type Entry = { name: string; bytes: Uint8Array }

class DamagedArchiveError extends Error {
  constructor(file: string, cause?: unknown) {
    super(`O backup ${file} está incompleto ou danificado; nada foi mudado.`, { cause })
  }
}

/**
 * Writes entries into a tar compressed with Zstandard, which `tar --zstd -x` can extract. Only its owner can read it. Fails when the
 * file exists; it is flushed to disk when this resolves.
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const { readable, controller } = createTarPacker()
  const zip = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  const writing = pipeline(
    Readable.fromWeb(readable as never),
    zip,
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  )
  writing.catch((error) => controller.error(error))
  async function add({ name, bytes }: Entry) {
    const writer = controller.add({ name, size: bytes.length, mode: 0o600 }).getWriter()
    await writer.write(bytes)
    await writer.close()
  }
  const hash = createHash('sha256')
  const packing = (async () => {
    for await (const entry of entries) {
      addToHash(hash, entry)
      await add(entry)
    }
    await add({ name: END, bytes: Buffer.from(JSON.stringify({ sha256: hash.digest('hex') })) })
    controller.finalize()
  })()
  packing.catch((error) => controller.error(error))
  await Promise.all([packing, writing])
  await flush(file)
}

/** Reads the entries. Throws DamagedArchiveError at the first inconsistency, at the latest after the last entry. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const hash = createHash('sha256')
  let sum: string | undefined
  try {
    const unzip = createZstdDecompress()
    // Its error is thrown where `unzip` is read.
    pipeline(createReadStream(file), unzip).catch(() => {})
    const entries = ReadableStream.from(unzip).pipeThrough(createTarDecoder({ strict: true }) as never)
    for await (const { header, body } of entries as unknown as AsyncIterable<{
      header: { name: string }
      body: ReadableStream
    }>) {
      const entry = { name: header.name, bytes: new Uint8Array(await new Response(body).arrayBuffer()) }
      if (entry.name === END) sum = JSON.parse(Buffer.from(entry.bytes).toString()).sha256
      else {
        addToHash(hash, entry)
        yield entry
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new Error(`Não há arquivo ${file}.`)
    throw new DamagedArchiveError(file, error)
  }
  if (sum !== hash.digest('hex')) throw new DamagedArchiveError(file)
}

function addToHash(hash: Hash, { name, bytes }: Entry) {
  hash.update(`${name}\0${bytes.length}\0`).update(bytes)
}

async function flush(file: string) {
  const handle = await open(file, 'r+')
  await handle.sync()
  await handle.close()
}
