package cargo.parity

import cargo.infrastructure.jsoncodec.JSONWriter
import java.io.FileDescriptor
import java.io.FileInputStream
import java.io.FileOutputStream

/** Reads lines from standard input and answers each on standard output, at once and in order, until `stop` or the end of input. */
fun main() {
    val lines = LineReader(FileInputStream(FileDescriptor.`in`))
    // Unbuffered: each answer is one write, so it is out when the next line is read.
    val output = FileOutputStream(FileDescriptor.out)
    val runner = Runner()
    val writer = JSONWriter()
    while (lines.next()) {
        writer.clear()
        if (!runner.answer(lines.bytes, lines.start, lines.end, writer)) return
        writer.newLine()
        writer.writeTo(output)
    }
}
