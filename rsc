m: no such file, nothing checked
